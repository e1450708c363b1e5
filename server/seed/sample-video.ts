import { createHash } from 'node:crypto';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';

export interface SampleVideo {
  /** Decides the colour and makes the file unique. */
  code: string;
  /** In pixels, multiples of 16. */
  width: number;
  height: number;
  /** Whole seconds, from 1. */
  seconds: number;
}

const FRAMES_PER_SECOND = 2;

/** Writes the bits of an H.264 unit, most significant first. */
class BitWriter {
  readonly #bits: number[] = [];

  put(value: number, count: number): this {
    for (let at = count - 1; at >= 0; at -= 1) this.#bits.push((value >>> at) & 1);
    return this;
  }

  /** Exp-Golomb code, which most numbers of the format use. */
  ue(value: number): this {
    const code = value + 1;
    const length = 32 - Math.clz32(code);
    return this.put(0, length - 1).put(code, length);
  }

  se(value: number): this {
    return this.ue(value > 0 ? 2 * value - 1 : -2 * value);
  }

  align(): this {
    while (this.#bits.length % 8 !== 0) this.#bits.push(0);
    return this;
  }

  /** Ends the unit with its stop bit and escapes patterns that would begin another one. */
  unit(header: number): Uint8Array {
    this.put(1, 1).align();
    const bytes = [header];
    let zeros = 0;
    for (let at = 0; at < this.#bits.length; at += 8) {
      const byte = this.#bits.slice(at, at + 8).reduce((sum, bit) => sum * 2 + bit, 0);
      if (zeros === 2 && byte <= 3) {
        bytes.push(3);
        zeros = 0;
      }
      bytes.push(byte);
      zeros = byte === 0 ? zeros + 1 : 0;
    }
    return Uint8Array.from(bytes);
  }
}

const PROFILE = 66;
const COMPATIBILITY = 0xc0;
const LEVEL = 31;
const FRAME_BITS = 4;

const sequenceParameters = (columns: number, rows: number) =>
  new BitWriter()
    .put(PROFILE, 8)
    .put(COMPATIBILITY, 8)
    .put(LEVEL, 8)
    .ue(0)
    .ue(FRAME_BITS - 4)
    .ue(2)
    .ue(1)
    .put(0, 1)
    .ue(columns - 1)
    .ue(rows - 1)
    .put(1, 1)
    .put(1, 1)
    .put(0, 1)
    .put(0, 1)
    .unit(0x67);

const pictureParameters = () =>
  new BitWriter()
    .ue(0)
    .ue(0)
    .put(0, 1)
    .put(0, 1)
    .ue(0)
    .ue(0)
    .ue(0)
    .put(0, 1)
    .put(0, 2)
    .se(0)
    .se(0)
    .se(0)
    .put(1, 1)
    .put(0, 1)
    .put(0, 1)
    .unit(0x68);

/** The first block contains the colour; every other block is predicted from its neighbours without a residual. */
function keyPicture(columns: number, rows: number, colour: readonly [number, number, number], serial: number): Uint8Array {
  const bits = new BitWriter().ue(0).ue(7).ue(0).put(0, FRAME_BITS).ue(serial).put(0, 1).put(0, 1).se(0).ue(1);
  bits.ue(25).align();
  for (const [plane, count] of [256, 64, 64].entries()) for (let at = 0; at < count; at += 1) bits.put(colour[plane] ?? 128, 8);
  for (let block = 1; block < columns * rows; block += 1) {
    bits.ue(3).ue(0).se(0);
    // Next to the raw block another table encodes "no coefficients".
    if (block === 1 || block === columns) bits.put(3, 6);
    else bits.put(1, 1);
  }
  return bits.unit(0x65);
}

/** A frame that repeats the previous one. */
const repeatedPicture = (columns: number, rows: number, frame: number) =>
  new BitWriter()
    .ue(0)
    .ue(5)
    .ue(0)
    .put(frame % 2 ** FRAME_BITS, FRAME_BITS)
    .put(0, 1)
    .put(0, 1)
    .put(0, 1)
    .se(0)
    .ue(1)
    .ue(columns * rows)
    .unit(0x41);

const withLength = (unit: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(4 + unit.length);
  new DataView(bytes.buffer).setUint32(0, unit.length);
  bytes.set(unit, 4);
  return bytes;
};

const decoderSetup = (sequence: Uint8Array, picture: Uint8Array): Uint8Array =>
  Uint8Array.from([
    1,
    PROFILE,
    COMPATIBILITY,
    LEVEL,
    0xff,
    0xe1,
    sequence.length >> 8,
    sequence.length & 255,
    ...sequence,
    1,
    picture.length >> 8,
    picture.length & 255,
    ...picture,
  ]);

/** A box that every reader skips. */
function freeBox(text: string): Uint8Array {
  const content = Buffer.from(text);
  const box = Buffer.alloc(8 + content.length);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  content.copy(box, 8);
  return box;
}

/** Creates a small MP4 of one colour that browsers can play; the same request gives the same bytes. */
export async function makeVideo({ code, width, height, seconds }: SampleVideo): Promise<Uint8Array> {
  const columns = width / 16;
  const rows = height / 16;
  const seed = createHash('sha256').update(code).digest();
  const part = (at: number, from: number, to: number) => from + ((seed[at] ?? 0) % (to - from));
  const colour = [part(0, 70, 180), part(1, 80, 176), part(2, 80, 176)] as const;
  const sequence = sequenceParameters(columns, rows);
  const picture = pictureParameters();

  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new BufferTarget() });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: FRAMES_PER_SECOND });
  output.setMetadataTags({ date: new Date(0) });
  await output.start();
  const setup = { codec: 'avc1.42c01f', codedWidth: width, codedHeight: height, description: decoderSetup(sequence, picture) };
  for (let frame = 0; frame < seconds * FRAMES_PER_SECOND; frame += 1) {
    const unit = frame === 0 ? keyPicture(columns, rows, colour, 0) : repeatedPicture(columns, rows, frame);
    const packet = new EncodedPacket(withLength(unit), frame === 0 ? 'key' : 'delta', frame / FRAMES_PER_SECOND, 1 / FRAMES_PER_SECOND);
    await source.add(packet, frame === 0 ? { decoderConfig: setup } : undefined);
  }
  await output.finalize();
  const { buffer } = output.target;
  if (buffer === null) throw new Error('the video was not written');
  return Buffer.concat([Buffer.from(buffer), freeBox(code)]);
}
