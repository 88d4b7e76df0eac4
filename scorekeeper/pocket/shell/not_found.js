// Where a web server answers with 404.html: the address of a page of the app leads to the page around it, at that address.
// It is in the page itself, allowed by its sum: a site does not know its path, so no address of a file is right at every depth.
// The frame of that page may ask for one before there is a worker: that page leads it on when the app runs.

const [, root, page] = /^(.*\/)app\/(.*)$/.exec(location.pathname) ?? [];
if (root && self === top) location.replace(`${location.origin}${root}#${page}${location.search}`);
