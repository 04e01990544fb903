export const awkwardHtml = {
  bytes: () =>
    Buffer.from(
      `<!DOCTYPE html><html><head><meta charset="windows-1252"><title>Not text</title></head>
      <nav><a href="/">Home</a></nav>
      <h1>Caf\u00e9</h1><p>One<br>two<p>Three &hellip; &amp; four<blockquote>five</blockquote>six<script>x()</script>`,
      "latin1",
    ),
  text: ["Café", "One\ntwo", "Three … & four", "five", "six"].join("\n\n"),
  leftOut: [{ what: "contents", count: 1, characters: 4, begins: "Home" }],
} as const;
