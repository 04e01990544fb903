import { crc32, deflateSync } from "node:zlib";

const width = 160;
const height = 100;

/** A small PNG of a lighthouse at dusk: something that is no manuscript. */
export function drawPicture(): Uint8Array {
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (_, x) => colourAt(x, y)).flat(),
  ]);
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])),
    chunk("IDAT", deflateSync(Buffer.from(rows.flat()))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

type Colour = readonly [number, number, number];

function colourAt(x: number, y: number): Colour {
  const isTower = y > 24 && y < 78 && Math.abs(x - 60) < 5 + (y - 24) / 9;
  if (isTower) return Math.floor((y - 24) / 11) % 2 === 0 ? [236, 232, 225] : [178, 58, 52];
  const isLamp = (x - 60) ** 2 + (y - 18) ** 2 < 49;
  if (isLamp) return [255, 221, 120];
  if (y > 72) return [22, 44 + Math.floor(y / 4), 76 + ((x * 7 + y * 13) % 9)];
  return [40 + y, 52 + Math.floor(y / 2), 96 + Math.floor(y / 3)];
}

function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
