import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Receivers to copy: whole programs of docs/receivers, which tests run unchanged. */
export const RECEIVERS = [
  { language: "Node", file: "receiver.mjs" },
  { language: "Python", file: "receiver.py" },
] as const;

export type Receiver = { language: string; file: string; source: string };

export const readReceivers = (): Promise<Receiver[]> =>
  Promise.all(
    RECEIVERS.map(async (receiver) => ({
      ...receiver,
      source: await readFile(join(process.cwd(), "docs", "receivers", receiver.file), "utf8"),
    })),
  );
