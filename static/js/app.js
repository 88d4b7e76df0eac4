// All scripts: each finds its elements on a page by a data- attribute. The server sends this file joined with
// everything that it imports.

import "./page.js";
import "./board.js";
import "./referee.js";
import "./saved.js";
import "./continue.js";
import "./print.js";
import "./received.js";
