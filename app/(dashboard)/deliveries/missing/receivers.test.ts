import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signatureHeader } from "#lib/sandbox/deliveries/send.ts";
import { readReceivers } from "./receivers.ts";

const SECRET = "whsec_of this webhook";
const PROGRAMS: [language: string, command: string][] = [
  ["Node", process.execPath],
  ["Python", "python3"],
];

const now = (): number => Math.floor(Date.now() / 1000);

describe.each(PROGRAMS)("the receiver for %s", (language, command) => {
  it(`finds ${command} here: no test is skipped`, () => {
    expect(spawnSync(command, ["--version"]).status, `${command} has to be installed`).toBe(0);
  });

  describe("accepts the sandbox's signatures", () => {
    let folder: string;
    let child: ChildProcess;
    let url: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "receiver-"));
      const receiver = (await readReceivers()).find((entry) => entry.language === language) ?? expect.unreachable();
      child = spawn(command, [join("docs", "receivers", receiver.file)], {
        // A pasted secret may end with a line feed: receivers ignore it.
        env: {
          ...process.env,
          WEBHOOK_SECRET: `${SECRET}\n`,
          DELIVERIES_DIR: folder,
          PORT: "0",
        },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [line] = await once(child.stdout ?? expect.unreachable(), "data");
      url = `http://127.0.0.1:${/port (\d+)/.exec(String(line))?.[1]}/`;
    });
    afterAll(async () => {
      child.kill();
      await once(child, "exit");
      await rm(folder, { recursive: true });
    });

    const post = async (header: string | null, body: string | Uint8Array<ArrayBuffer>): Promise<number> =>
      (await fetch(url, { method: "POST", body, headers: header === null ? {} : { "svc-signature": header } })).status;
    const stored = async (): Promise<string[]> => (await readdir(folder)).toSorted();
    const accepted = (body: string, t = now()) => ({ header: signatureHeader(SECRET, t, body), body });

    it.each([
      ["an event", '{"event_name":"verification.v2.created","data":{}}'],
      ["characters beyond ASCII and a Windows line end", '{"account_name":"Añil\r\n Ópalo 📄"}\n'],
      ["nothing", ""],
    ])("%s, byte for byte, before it answers", async (_, body) => {
      const { header } = accepted(body);
      expect(await post(header, body)).toBe(204);
      const name = `${header.slice(header.indexOf("v1=") + 3)}.json`;
      expect(await readFile(join(folder, name), "utf8")).toBe(body);
    });

    it("stores a repeated delivery once", async () => {
      const { header, body } = accepted('{"copy":true}');
      expect(await Promise.all([post(header, body), post(header, body)])).toEqual([204, 204]);
      const before = await stored();
      expect(await post(header, body)).toBe(204);
      expect(await stored()).toEqual(before);
      expect(before.every((name) => /^[0-9a-f]{64}\.json$/.test(name))).toBe(true);
    });

    it("beside a signature of another secret", async () => {
      const { header, body } = accepted('{"rotated":true}');
      expect(await post(`${header.replace(",", `,v1=${"0".repeat(64)},`)},v0=x`, body)).toBe(204);
    });

    it.each<[string, () => { header: string | null; body: string }]>([
      ["no header", () => ({ header: null, body: "{}" })],
      ["an empty header", () => ({ header: "", body: "{}" })],
      ["another secret", () => ({ header: signatureHeader("another", now(), "{}"), body: "{}" })],
      ["another body", () => ({ header: signatureHeader(SECRET, now(), "{}"), body: "{} " })],
      ["another time", () => ({ header: accepted("{}").header.replace(/t=\d+/, `t=${now() + 1}`), body: "{}" })],
      ["an old time", () => accepted("{}", now() - 301)],
      ["a time in the future", () => accepted("{}", now() + 310)],
      [
        "capital letters",
        () => ({ header: accepted("{}").header.toUpperCase().replace("T=", "t=").replace("V1=", "v1="), body: "{}" }),
      ],
      ["characters beyond ASCII", () => ({ header: `t=${now()},v1=${"ñ".repeat(64)}`, body: "{}" })],
      ["a signature without its last digit", () => ({ header: accepted("{}").header.slice(0, -1), body: "{}" })],
      ["no time", () => ({ header: `v1=${"a".repeat(64)}`, body: "{}" })],
    ])("and refuses %s, storing nothing", async (_, make) => {
      const { header, body } = make();
      const before = await stored();
      expect(await post(header, body)).toBe(400);
      expect(await stored()).toEqual(before);
    });

    it("and does not read more than the size of a delivery", async () => {
      const status = await post(null, new Uint8Array(1024 * 1024 + 1)).catch(() => 413);
      expect(status).toBe(413);
    });
  });
});
