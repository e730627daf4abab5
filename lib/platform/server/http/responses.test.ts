import pino from "pino";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { refused } from "#lib/core/server/service/service-error.ts";
import { errorBody } from "#lib/platform/contract/error.ts";
import { CotejoError, describeFault, notFound } from "#lib/platform/server/base/errors.ts";
import { errorResponse } from "./responses.ts";

const logged = vi.hoisted(() => [] as string[]);
// The real logger with our own output.
vi.mock("#lib/platform/server/base/log.ts", () => ({
  createLog: () => pino({}, { write: (line: string) => logged.push(line) }),
}));
beforeEach(() => logged.splice(0));

const PLACE = { method: "POST", path: "/api/webhooks" };

/** Statement and parameters in the message, the driver's error as its cause. */
function queryFailure(cause?: Error): Error {
  const error = new Error('Failed query: insert into "users"\nparams: ana@example.mx,PEGJ900101HDFRRN09', { cause });
  return Object.assign(error, { name: "QueryError" });
}
const coded = (code: string, message = "") => Object.assign(new Error(message), { code });

async function read(response: Response) {
  const body = await response.json();
  expect(errorBody.strict().parse(body)).toEqual(body);
  expect(new Date(body.timestamp).toISOString()).toBe(body.timestamp);
  return { status: response.status, code: body.code, message: body.message, headers: response.headers };
}

describe("the answer to a failure", () => {
  it("has the shape of the service's errors and is not cached", async () => {
    const { headers, ...answer } = await read(errorResponse(notFound("The webhook"), PLACE));
    expect(answer).toEqual({ status: 404, code: "NOT_FOUND", message: "The webhook was not found." });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("retry-after")).toBeNull();
    expect(logged).toEqual([]);
  });

  it("shows the service's message without signed addresses, and logs its digest but no word of it", async () => {
    const said = async (message: string) => {
      const error = refused("POST", 409, { code: "CONFLICT", message }, undefined);
      return (await errorResponse(error, PLACE).json()).service_message;
    };
    expect(await said("Taken: https://files.example/a?Signature=hush")).toBe("Taken: https://files.example/a");
    expect(await said("There is PEGJ900101HDFRRN09")).toBe("There is PEGJ900101HDFRRN09");
    const lines = logged.map((line) => JSON.parse(line));
    const which = {
      ...PLACE,
      level: 40,
      code: "CONFLICT",
      service_message_digest: expect.stringMatching(/^[0-9a-f]{16}$/),
    };
    expect(lines).toMatchObject([which, which]);
    expect(lines[0].service_message_digest).not.toBe(lines[1].service_message_digest);
    expect(logged.join("")).not.toMatch(/Taken|files\.example|PEGJ/);
  });

  it("states in whole seconds when to retry", async () => {
    const error = new CotejoError("TOO_MANY_REQUESTS", 429, "Wait.", { retryAfter: 1.2 });
    expect((await read(errorResponse(error, PLACE))).headers.get("retry-after")).toBe("2");
  });

  it.each<[string, unknown]>([
    ["an error", new Error("password=hunter2")],
    ["an error with a status of its own", Object.assign(new Error("hunter2"), { status: 400, code: "hunter2!" })],
    ["a text", "hunter2"],
    ["nothing", undefined],
    ["a look-alike", { name: "CotejoError", code: "NOT_FOUND", status: 404, message: "hunter2" }],
  ])("to an unexpected %s shows and logs nothing of its message", async (_what, error) => {
    const { status, code, message } = await read(errorResponse(error, PLACE));
    expect({ status, code, message }).toEqual({
      status: 500,
      code: "INTERNAL_SERVER_ERROR",
      message: "Something went wrong here. It was logged.",
    });
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? "")).toMatchObject({ ...PLACE, level: 50, msg: "unexpected fault in a handler" });
    expect(logged.join()).not.toContain("hunter2");
  });

  it("to an internal fault with a code states the code, and logs it", async () => {
    const error = new CotejoError("INTERNAL_SERVER_ERROR", 500, "A stored secret was altered.");
    expect(await read(errorResponse(error, PLACE))).toMatchObject({ status: 500, message: error.message });
    expect(JSON.parse(logged[0] ?? "")).toMatchObject({ ...PLACE, msg: error.message });
  });

  it.each<[string, Error]>([
    ["no server listens", coded("ECONNREFUSED")],
    ["the socket is not there", coded("ENOENT")],
    ["the socket of a stopped process accepts no more", coded("EAGAIN")],
    ["its machine does not answer", coded("ETIMEDOUT")],
    ["the connection is lost", new Error("Connection terminated unexpectedly")],
    ["an open connection gets no answer in time", new Error("Query read timeout")],
    ["none comes in time", new Error("timeout exceeded when trying to connect")],
    ["it shuts down", coded("57P01")],
    ["it only reads", coded("25006")],
    ["its disk is full", queryFailure(coded("53100"))],
    ["it starts", coded("57P03")],
    ["it has no connection left", coded("53300")],
    ["a protocol failure", coded("08006")],
    ["a query was wrapped", queryFailure(coded("57P01"))],
  ])("reports the database as unavailable when %s", async (_what, error) => {
    const { status, code, message, headers } = await read(errorResponse(error, PLACE));
    expect({ status, code }).toEqual({ status: 503, code: "DATABASE_UNAVAILABLE" });
    expect(message).not.toContain("params");
    expect(headers.get("retry-after")).toBe("2");
    expect(logged).toEqual([]);
  });

  it.each([coded("23505"), coded("42P01"), queryFailure(coded("23505"))])(
    "does not take %s for an unavailable database",
    async (error) => {
      expect((await read(errorResponse(error, PLACE))).status).toBe(500);
    },
  );
});

describe("the log of a fault", () => {
  it("holds names, codes and places, also of its causes, and no line of a message", () => {
    const faults = describeFault(queryFailure(coded("23505", "Key (email)=(ana@example.mx) already exists.")));
    expect(faults.map(({ name, code }) => [name, code])).toEqual([
      ["QueryError", undefined],
      ["Error", "23505"],
    ]);
    for (const { at } of faults) {
      expect(at.length).toBeGreaterThan(0);
      expect(at.every((line) => line.startsWith("at "))).toBe(true);
    }
    expect(JSON.stringify(faults)).not.toMatch(/ana@|PEGJ|insert into/);
  });

  it("ends at a cause that refers to itself", () => {
    const error = new Error("round");
    error.cause = error;
    expect(describeFault(error)).toHaveLength(5);
  });

  it("is empty for a value that is no error", () => {
    expect(describeFault("text")).toEqual([]);
  });
});
