import { describe, expect, it } from "vitest";
import { connectionOf } from "./database-url.ts";

const refusal = (address: string): string => {
  try {
    connectionOf(address);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("the address of a database", () => {
  it.each([
    [
      "postgres://ana:p%40s@db.example.mx:6543/cotejo",
      { host: "db.example.mx", port: 6543, user: "ana", password: "p@s" },
    ],
    ["postgresql://ana@[2001:db8::1]/cotejo", { host: "2001:db8::1" }],
    ["postgres:///cotejo?host=%2Frun%2Fpg&user=ana", { host: "/run/pg", user: "ana", ssl: false }],
    ["postgres://ana@%2Frun%2Fpg:5433/cotejo", { host: "/run/pg", port: 5433, ssl: false }],
    ["postgres://db/?dbname=cotejo&connect_timeout=3", { connectionTimeoutMillis: 3_000 }],
    ["postgres://db/cotejo?options=-csearch_path%3Dx&target_session_attrs=read-write", { options: "-csearch_path=x" }],
  ])("%s is read as libpq reads it", (address, connection) => {
    expect(connectionOf(address)).toMatchObject({ database: "cotejo", ...connection });
  });

  it.each([
    ["postgres://one:5432,two:5433/cotejo", "names several hosts"],
    ["postgres://one,two/cotejo", "names several hosts"],
    ["postgres:///cotejo?host=one,two", "names several hosts"],
    ["mysql://db/cotejo", "must be an address as postgres://"],
    ["host=db dbname=cotejo", "must be an address as postgres://"],
    ["postgres://db:99999/cotejo", "is no valid address"],
    ["postgres://db/cotejo?sslmod=disable", "has a parameter that Cotejo does not know, sslmod"],
    ["postgres://db/cotejo?channel_binding=require", "has a parameter that Cotejo does not know, channel_binding"],
    [
      "postgres://db/cotejo?target_session_attrs=standby",
      "target_session_attrs: must be one of any, read-write, primary",
    ],
    ["postgres://db/cotejo?sslmode=no-verify", "sslmode: must be one of disable, allow"],
    ["postgres://db/cotejo?sslmode=verify-ca", "sslmode=verify-ca: needs sslrootcert"],
    ["postgres://db/cotejo?sslmode=require&sslrootcert=system", "sslrootcert=system: needs sslmode=verify-full"],
    ["postgres://db/cotejo?sslrootcert=/absent.pem", "the file of a certificate or key can't be read (ENOENT)"],
  ])("%s is refused in one line", (address, reason) => {
    expect(refusal(address)).toMatch(reason);
    expect(refusal(address)).not.toContain("\n");
  });

  it("is quoted in no refusal, since it holds a password", () => {
    for (const address of [
      "postgres://ana:hunter2@one,two/x",
      "postgres://ana:hunter2@db:99999/x",
      "mysql://ana:hunter2@db",
    ]) {
      expect(refusal(address)).not.toBe("");
      expect(refusal(address)).not.toContain("hunter2");
    }
  });
});

describe("without sslmode", () => {
  it.each(["db.example.mx", "192.0.2.1", "[2001:db8::1]", "localhost.example.mx"])(
    "another machine, %s, has to encrypt",
    (host) => {
      expect(connectionOf(`postgres://${host}/cotejo`).ssl).toEqual({ rejectUnauthorized: false });
      expect(connectionOf(`postgres://${host}/cotejo?sslmode=prefer`).ssl).toEqual({ rejectUnauthorized: false });
      expect(connectionOf(`postgres://${host}/cotejo?sslmode=disable`).ssl).toBe(false);
    },
  );

  it.each(["localhost", "127.0.0.1", "[::1]", ""])("this machine, '%s', need not", (host) => {
    expect(connectionOf(`postgres://${host}/cotejo`).ssl).toBe(false);
    expect(connectionOf(`postgres://${host}/cotejo?ssl=true`).ssl).toEqual({ rejectUnauthorized: false });
  });
});
