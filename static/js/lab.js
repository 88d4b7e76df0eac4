// The page of a run that goes on: asks now and then how far it is, and shows the result when it is there.

const EVERY = 1000;

function follow(place) {
  const bar = place.querySelector("progress");
  const count = place.querySelector("[data-done]");
  const number = new Intl.NumberFormat(document.documentElement.lang);
  setTimeout(ask, EVERY);

  async function ask() {
    const { done } = await fetch(place.dataset.lab, { headers: { Accept: "application/json" } })
      .then((answer) => (answer.ok ? answer.json() : {}))
      .catch(() => ({})); // the next time asked
    if (done === null) return location.reload();
    if (done !== undefined) {
      bar.value = done;
      count.textContent = number.format(done);
    }
    setTimeout(ask, EVERY);
  }
}

for (const place of document.querySelectorAll("[data-lab]")) follow(place);
