import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { streamedBody } from "#lib/platform/server/base/streamed-body.ts";
import { fetchPdf, MAX_PDF_BYTES } from "./fetch-pdf.ts";
import type { FarSideInput, FarSideMessage, NearSideMessage } from "./testing/far-side.ts";
import { part } from "./whole.ts";

const READERS = 20;
/** 400 MiB pass through three threads of a machine that may have other work. */
const STUCK_MS = 300_000;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** The memory of this thread in bytes, buffers included: waiting bodies would be here. */
function held(): number {
  collectGarbage();
  // The second collection releases what the first has found.
  collectGarbage();
  const { external, heapUsed } = process.memoryUsage();
  return external + heapUsed;
}

it(
  "streams 20 MiB through 20 connections at once and never holds one of them whole, waiting readers included",
  async () => {
    const workerData: FarSideInput = { size: MAX_PDF_BYTES, readers: READERS };
    const farSide = new Worker(new URL("./testing/far-side.ts", import.meta.url), { workerData });
    const received = async <Is extends FarSideMessage["is"]>(is: Is) => {
      const [message] = (await once(farSide, "message")) as [FarSideMessage];
      if (message.is !== is) expect.unreachable();
      return message as Extract<FarSideMessage, { is: Is }>;
    };
    const send = (message: NearSideMessage) => farSide.postMessage(message);

    const { origin } = await received("listening");
    const dashboard = createServer(async (_request, response) => {
      const { bytes, size, close } = await fetchPdf(`${origin}/a.pdf`, { loopbackOrigin: origin });
      const answer = new Response(streamedBody(part(bytes, { first: 0, last: (size ?? 0) - 1 }), close));
      response.writeHead(200);
      await pipeline(Readable.fromWeb(answer.body as never), response);
    });
    dashboard.listen(0, "127.0.0.1");
    await once(dashboard, "listening");
    const before = held();
    let most = 0;
    const look = () => {
      most = Math.max(most, held() - before);
    };
    try {
      send({ is: "reading", address: `http://127.0.0.1:${(dashboard.address() as AddressInfo).port}/` });
      await received("waiting");
      // No reads for a time in which the whole file would be buffered here, if it were.
      for (let times = 0; times < 15; times += 1) {
        await wait(100);
        look();
      }
      const read = received("read");
      send({ is: "on" });
      const looking = setInterval(look, 250);
      const { sizes } = await read;
      clearInterval(looking);
      look();
      expect(sizes).toEqual(Array(READERS).fill(MAX_PDF_BYTES));
      expect(most).toBeLessThan(MAX_PDF_BYTES);
    } finally {
      dashboard.closeAllConnections();
      dashboard.close();
      await farSide.terminate();
    }
  },
  STUCK_MS,
);
