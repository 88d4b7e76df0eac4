// The installation in the browser's own storage: in one of two files by turns, so that one of them is always whole.

import { NAME } from "./names.js";

const TRIES = 30; // each after a tenth of a second: a worker that was ended may hold the files for a moment
const HEAD = 48; // bytes: the number of the save and the length, 8 each, and the SHA-256 of the content

/** Opens the two files; only one worker at a time may have them open. Throws where this browser cannot do that. */
export async function openSlots() {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(encodeURIComponent(NAME), { create: true });
  const slots = [];
  for (const name of ["a", "b"]) {
    slots.push(await openFile(await folder.getFileHandle(name, { create: true })));
  }
  if (typeof slots[0].getSize() !== "number") throw new DOMException("It answers later", "SecurityError"); // Chromium before 108
  return new Slots(slots);
}

async function openFile(handle, tries = TRIES) {
  try {
    return await handle.createSyncAccessHandle();
  } catch (error) {
    if (!tries || !["NoModificationAllowedError", "InvalidStateError"].includes(error.name)) throw error;
    await new Promise((over) => setTimeout(over, 100));
    return openFile(handle, tries - 1);
  }
}

class Slots {
  #slots;
  #last = -1; // the slot that has the latest save
  #number = 0;

  constructor(slots) {
    this.#slots = slots;
  }

  /** The latest content that is whole; nothing before the first save. Throws where only broken content is there. */
  async read() {
    let latest;
    let isBroken = false;
    for (const [at, slot] of this.#slots.entries()) {
      const found = await readWhole(slot);
      isBroken ||= found?.number > 0 && !found.content;
      if (!found?.content || found.number <= this.#number) continue;
      this.#last = at;
      this.#number = found.number;
      latest = found.content;
    }
    if (isBroken && !latest) throw new DOMException("The saved matches are damaged", "DataError");
    return latest;
  }

  /** Saves; when this returns, the content is in the storage. A slot has no head until all of its content is there. */
  async write(content) {
    const at = this.#last === 0 ? 1 : 0;
    const slot = this.#slots[at];
    const head = new Uint8Array(HEAD);
    slot.write(head, { at: 0 });
    slot.truncate(HEAD);
    slot.flush();
    whole(slot.write(content, { at: HEAD }), content.length);
    slot.flush();
    const view = new DataView(head.buffer);
    view.setBigUint64(0, BigInt(this.#number + 1));
    view.setBigUint64(8, BigInt(content.length));
    head.set(await digest(content), 16);
    whole(slot.write(head, { at: 0 }), HEAD);
    slot.flush();
    this.#last = at;
    this.#number += 1;
  }
}

async function readWhole(slot) {
  if (slot.getSize() <= HEAD) return undefined;
  const head = new Uint8Array(HEAD);
  slot.read(head, { at: 0 });
  const view = new DataView(head.buffer);
  const number = Number(view.getBigUint64(0));
  const content = new Uint8Array(slot.getSize() - HEAD);
  slot.read(content, { at: HEAD });
  const sum = await digest(content);
  const isWhole = Number(view.getBigUint64(8)) === content.length && sum.every((byte, at) => byte === head[16 + at]);
  return { number, content: number && isWhole ? content : undefined };
}

async function digest(content) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", content));
}

function whole(written, length) {
  if (written !== length) throw new DOMException("The storage is full", "QuotaExceededError");
}
