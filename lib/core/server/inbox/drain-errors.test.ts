import pg from "pg";
import { describe, expect, it } from "vitest";
import { describeFailure, isRollback, isTransient, RowError } from "./drain-errors.ts";

const databaseError = (code: string, fields: Partial<pg.DatabaseError> = {}) =>
  Object.assign(new pg.DatabaseError("value «secret» refused", 1, "error"), { code, ...fields });

describe("isTransient", () => {
  it.each([
    ["a deadlock", databaseError("40P01")],
    ["a serialization failure", databaseError("40001")],
    ["a full disk", databaseError("53100")],
    ["a shutdown", databaseError("57P01")],
    ["a column that a newer schema no longer has", databaseError("42703")],
    ["a right that was taken away", databaseError("42501")],
    ["a plan from before the schema changed", databaseError("0A000")],
    ["a server that only reads, as after a fail-over", databaseError("25006")],
    ["a refused connection", Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })],
    ["a lost connection", new Error("Connection terminated unexpectedly")],
    ["a pool that got none", new Error("timeout exceeded when trying to connect")],
  ])("takes %s for a failure of the database", (_, error) => expect(isTransient(error)).toBe(true));

  it.each([
    ["a value that is refused", databaseError("22P05")],
    ["a violated constraint", databaseError("23514")],
    ["a row that is not what it claims", new RowError("a snapshot whose connection is gone")],
    ["a fault of ours", new TypeError("x is undefined")],
    ["no error at all", "connection"],
  ])("takes %s for a failure of the row", (_, error) => expect(isTransient(error)).toBe(false));
});

it("knows a transaction that may be repeated at once", () => {
  expect(isRollback(databaseError("40P01"))).toBe(true);
  expect(isRollback(databaseError("57P01"))).toBe(false);
});

describe("describeFailure", () => {
  it("names the place and never the value", () => {
    const error = databaseError("23514", { table: "item_changes", constraint: "item_id_positive" });
    expect(describeFailure(error)).toBe("database error 23514 in item_changes.item_id_positive");
    expect(describeFailure(databaseError("22P05"))).toBe("database error 22P05");
    expect(describeFailure(new TypeError("secret"))).toBe("internal fault: TypeError");
    expect(describeFailure(new RowError("a snapshot whose body is gone"))).toBe("a snapshot whose body is gone");
  });
});
