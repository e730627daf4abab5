import { describe, expect, it } from "vitest";
import { type Answer, call, jsonOf, prepare, type Request } from "./call.ts";
import { everythingOf, failureOf } from "./testing/failure.ts";
import { type Reply, startWire, text, type Wire } from "./testing/wire.ts";

const make = (wire: Wire, request: Request): Promise<Answer> =>
  call(prepare(wire.baseUrl, "svc_sk_live_1", request), new AbortController().signal);

describe("an answer", () => {
  it.each([200, 201, 202])("with status %d may have a body or none", async (status) => {
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

  it("with status 204 has none", async () => {
    const answer = await make(await startWire(204), { method: "DELETE", path: ["api-keys", "ak_1"] });
    expect([answer.status, jsonOf(answer)]).toEqual([204, undefined]);
  });

  it("is read whatever its content type, if it is JSON", async () => {
    const wire = await startWire(text(200, "text/plain", '[{"id":"ak_1"}]'));
    expect(jsonOf(await make(wire, { method: "GET", path: ["api-keys"] }))).toEqual([{ id: "ak_1" }]);
  });

  it.each<[string, string, Buffer, string]>([
    [
      "Latin-1 that says so",
      "application/json; charset=iso-8859-1",
      Buffer.from('[{"id":"Peña"}]', "latin1"),
      ", but in iso-8859-1",
    ],
    ["Latin-1 that does not say so", "application/json", Buffer.from('[{"id":"Peña"}]', "latin1"), ""],
    ["Latin-1 that says it is UTF-8", 'text/json;charset="UTF-8"', Buffer.from('[{"id":"Peña"}]', "latin1"), ""],
    ["UTF-16", "application/json;charset=UTF-16LE", Buffer.from('[{"id":"Peña"}]', "utf16le"), ", but in UTF-16LE"],
    ["UTF-16 of ASCII alone", "application/json; charset=utf-16le", Buffer.from("[1]", "utf16le"), ", but in utf-16le"],
    ["cut within a character", "application/json", Buffer.from('"Peñ').subarray(0, -1), ""],
  ])("in another charset is reported, and no character of it is replaced: %s", async (_what, type, body, stated) => {
    const wire = await startWire((response) => response.writeHead(200, { "content-type": type }).end(body));
    const answer = await make(wire, { method: "GET", path: ["api-keys"] });
    expect(await failureOf((async () => jsonOf(answer))())).toMatchObject({
      code: "SERVICE_CHARSET",
      status: 502,
      serviceStatus: 200,
      retryable: false,
      message: `The service's answer could not be read: it is not in UTF-8${stated}.`,
    });
  });

  it("in UTF-8 is read whatever charset is declared", async () => {
    const wire = await startWire(text(200, "application/json; charset=ISO-8859-1", '[{"id":"Peña"}]'));
    expect(jsonOf(await make(wire, { method: "GET", path: ["api-keys"] }))).toEqual([{ id: "Peña" }]);
  });

  it("with a refusal in another charset is reported by its code", async () => {
    const refusal = Buffer.from('{"code":"DUPLICATE_RESOURCE","message":"Ya existe «Peña»"}', "latin1");
    const wire = await startWire((response) => response.writeHead(409).end(refusal));
    const error = await failureOf(make(wire, { method: "POST", path: ["api-keys"], body: { id: "Peña" } }));
    expect(error).toMatchObject({ code: "DUPLICATE_RESOURCE", serviceMessage: "Ya existe «Peña»" });
  });

  it("has numbers with all of their digits", async () => {
    const body = '{"id":646180157000000004,"list":[1e400,0.12345678901234567890]}';
    const wire = await startWire(text(200, "application/json", body));
    expect(JSON.stringify(jsonOf(await make(wire, { method: "GET", path: ["api-keys"] })))).toBe(body);
  });

  it.each<[string, string, string, string]>([
    ["a web page", "text/html; charset=utf-8", "<!doctype html><p>Mantenimiento</p>", "it is a web page, not JSON"],
    ["a web page that says it is JSON", "application/json", "<!doctype html>", "it is not JSON"],
    ["JSON that is cut off", "application/json", '{"secret":"whsec_012345', "it is not JSON"],
    ["something else", "application/xml", "<ok/>", "it is not JSON"],
  ])("is unreadable if it is %s, and its text is not repeated", async (_what, type, body, reason) => {
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

describe("an answer larger than 2 MiB", () => {
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

  it("is cut off if its length is stated", async () => {
    const wire = await startWire((response) => {
      response.writeHead(200, { "content-length": String(MIB.byteLength * 3) });
      response.write(Buffer.alloc(MIB.byteLength * 3, " "));
    });
    const error = await failureOf(make(wire, { method: "GET", path: ["api-keys"] }));
    expect(error).toMatchObject({ code: "SERVICE_TOO_LARGE", serviceStatus: 200 });
    expect(error.message).toContain("2 MiB");
  });

  it("is cut off if it streams without a length", async () => {
    const wire = await startWire(streamed(Number.POSITIVE_INFINITY, 200));
    expect((await failureOf(make(wire, { method: "GET", path: ["api-keys"] }))).code).toBe("SERVICE_TOO_LARGE");
  });

  it("is cut off if it is an error", async () => {
    const wire = await startWire(streamed(Number.POSITIVE_INFINITY, 404));
    expect((await failureOf(make(wire, { method: "GET", path: ["api-keys"] }))).serviceStatus).toBe(404);
  });

  it("is not reached by an answer of exactly 2 MiB", async () => {
    const answer = await make(await startWire(streamed(2, 200)), { method: "GET", path: ["api-keys"] });
    expect(answer.text).toHaveLength(2 * MIB.byteLength);
  });
});
