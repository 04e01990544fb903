// The only import of undici: Node's own fetch and FormData must never be mixed with these (they
// differ in version, and a body silently goes out as text/plain).
export { Agent, fetch, FormData, request, Response } from "undici";
