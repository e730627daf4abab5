import { describe, expect, it } from "vitest";
import { type Answer, call, jsonOf, prepare, type Request } from "./call.ts";
import { everythingOf, failureOf } from "./testing/failure.ts";
import { type Reply, startWire, text, type Wire } from "./testing/wire.ts";

const make = (wire: Wire, request: Request): Promise<Answer> =>
  call(prepare(wire.baseUrl, "svc_sk_live_1", request), new AbortController().signal);

describe("an answer", () => {
  it.each([200, 201, 202])("of status %d may have a body or none", async (status) => {
    const wire = await startWire([status, { id: "ak_1" }], [status, undefined]);
    const answers = [
      await make(wire, { method: "DELETE", path: ["api-keys", "ak_1"] }),
      await make(wire, { method: "DELETE", path: ["api-keys", "ak_1"] }),
    ];
    expect(answers.map((answer) => [answer.status, jsonOf(answer)])).toEqual([
      [status, { id: "ak_1" }],
      [status, undefined],
    ]);
  });

  it("of status 204 has none", async () => {
    const answer = await make(await startWire(204), { method: "DELETE", path: ["api-keys", "ak_1"] });
    expect([answer.status, jsonOf(answer)]).toEqual([204, undefined]);
  });

  it("is read whatever its content type says, as long as it is JSON", async () => {
    const wire = await startWire(text(200, "text/plain", '[{"id":"ak_1"}]'));
    expect(jsonOf(await make(wire, { method: "GET", path: ["api-keys"] }))).toEqual([{ id: "ak_1" }]);
  });

  it.each<[string, string, string, string]>([
    ["a web page", "text/html; charset=utf-8", "<!doctype html><p>Mantenimiento</p>", "it is a web page, not JSON"],
    ["a web page that says it is JSON", "application/json", "<!doctype html>", "it is not JSON"],
    ["JSON that is cut off", "application/json", '{"secret":"whsec_012345', "it is not JSON"],
    ["something else", "application/xml", "<ok/>", "it is not JSON"],
  ])("that is %s is unreadable, and its text not repeated", async (_what, type, body, reason) => {
    const answer = await make(await startWire(text(200, type, body)), { method: "GET", path: ["api-keys"] });
    const error = await failureOf((async () => jsonOf(answer))());
    expect(error).toMatchObject({
      code: "SERVICE_UNREADABLE",
      status: 502,
      serviceStatus: 200,
      retryable: false,
      message: `The service's answer could not be read: ${reason}.`,
    });
    expect(everythingOf(error)).not.toMatch(/whsec_|doctype/);
  });

  it("reads the service's clock from its Date header", async () => {
    const dated: Reply = [200, [], { date: "Fri, 20 Nov 2026 10:00:00 GMT" }];
    const wire = await startWire(dated, [200, [], { date: "ayer" }]);
    expect((await make(wire, { method: "GET", path: ["api-keys"] })).serviceTime).toBe(Date.UTC(2026, 10, 20, 10));
    expect((await make(wire, { method: "GET", path: ["api-keys"] })).serviceTime).toBeNull();
  });
});

describe("an answer larger than 10 MiB", () => {
  const MIB = Buffer.alloc(1024 * 1024, " ");
  const streamed =
    (mib: number, status: number): Reply =>
    (response) => {
      response.writeHead(status, { "content-type": "application/json" });
      const writeOne = (left: number) => {
        if (left === 0) response.end();
        else response.write(MIB, (error) => !error && writeOne(left - 1));
      };
      writeOne(mib);
    };

  it("is cut off where its length is stated", async () => {
    const wire = await startWire((response) => {
      response.writeHead(200, { "content-length": String(MIB.byteLength * 11) });
      response.write(Buffer.alloc(MIB.byteLength * 11, " "));
    });
    const error = await failureOf(make(wire, { method: "GET", path: ["api-keys"] }));
    expect(error).toMatchObject({ code: "SERVICE_UNREADABLE", serviceStatus: 200 });
    expect(error.message).toContain("10 MiB");
  });

  it("is cut off where it streams without a length, and would never end", async () => {
    const wire = await startWire(streamed(Number.POSITIVE_INFINITY, 200));
    expect((await failureOf(make(wire, { method: "GET", path: ["api-keys"] }))).code).toBe("SERVICE_UNREADABLE");
  });

  it("is cut off where it is an error", async () => {
    const wire = await startWire(streamed(Number.POSITIVE_INFINITY, 404));
    expect((await failureOf(make(wire, { method: "GET", path: ["api-keys"] }))).serviceStatus).toBe(404);
  });

  it("is not yet one of 10 MiB", async () => {
    const answer = await make(await startWire(streamed(10, 200)), { method: "GET", path: ["api-keys"] });
    expect(answer.text).toHaveLength(10 * MIB.byteLength);
  });
});
