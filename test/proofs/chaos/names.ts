/** `POST /tasks`, `GET /tasks/*`, `GET /files/*`, `GET /usage` */
export function partnerCall(method: string, path: string): string {
  return `${method} ${path.replace(/^.*\/v1/u, "").replace(/(?<=\/(?:tasks|files)\/)[^/]+/u, "*")}`;
}

/** `chat.update`, `download`, `upload` */
export function slackCall(_: string, path: string): string {
  const [, room = "", name = ""] = path.split("/");
  if (room === "api") return name;
  return room === "files-pri" ? "download" : room;
}
