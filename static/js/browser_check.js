// Runs before a page is drawn: lets the other scripts run, and shows what needs them. An older browser gets the page
// as without scripts, and the plain styles at the end of app.css; the condition is the same there.
if (window.CSS && CSS.supports("container-type", "inline-size")) {
  document.documentElement.classList.add("with-scripts");
  if (!CSS.supports("selector(:has(a))")) {
    const script = document.createElement("script");
    script.type = "module";
    script.src = document.currentScript.src.replace("browser_check.js", "has_selector.js");
    document.head.append(script);
  }
}
