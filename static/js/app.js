// The whole of the scripts: every behaviour finds its own place on a page by a data- attribute. The server sends
// this file together with all that it imports.

import "./page.js";
import "./board.js";
import "./saved.js";
import "./continue.js";
import "./new_match.js";
import "./folds.js";
import "./print.js";
