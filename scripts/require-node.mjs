// Plain JavaScript on purpose: it must run under the old Node that it complains about.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `Galley needs Node 24 or newer and this is ${process.versions.node}. ` +
      "Run `npm ci` (it brings Node 24 for the npm scripts) or install Node 24.",
  );
  process.exit(78);
}
