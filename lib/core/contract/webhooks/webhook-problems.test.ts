import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CATALOGUE_NAMES } from "#lib/core/contract/events/event-catalogue.ts";
import { addressProblemsOf, isTarget, problemsOf } from "./webhook-problems.ts";

const fine = { url: "https://hooks.maderas.mx/svc", events: CATALOGUE_NAMES, enabled: true };

describe("a webhook", () => {
  it.each<[string, object, string[]]>([
    ["without a problem", {}, []],
    ["without a flag from the service", { enabled: null }, []],
    ["that is disabled", { enabled: false }, ["disabled"]],
    ["without events", { events: [] }, ["no_events"]],
    ["without an address", { url: null }, ["no_address"]],
    ["with a malformed address", { url: "hooks.maderas.mx" }, ["no_address"]],
    ["with plain http", { url: "http://hooks.maderas.mx" }, ["not_https"]],
    ["of another network", { url: "http://10.0.0.7/x" }, ["not_https", "private_address"]],
    ["with an unknown name", { events: ["verification.v9.created"] }, ["unknown_events"]],
    [
      "with everything wrong",
      { url: "ftp://nas", events: [], enabled: false },
      ["disabled", "not_https", "private_address", "no_events"],
    ],
  ])("%s", (_what, part, problems) => {
    expect(problemsOf({ ...fine, ...part }, false)).toEqual(problems);
  });

  it("never has a problem twice", () => {
    const webhook = fc.record({
      url: fc.option(
        fc.oneof(
          fc.string(),
          fc.ipV4().map((ip) => `http://${ip}/`),
        ),
      ),
      events: fc.array(fc.string()),
      enabled: fc.option(fc.boolean()),
    });
    fc.assert(
      fc.property(webhook, fc.boolean(), (given, local) => {
        const problems = problemsOf(given, local);
        expect(new Set(problems).size).toBe(problems.length);
        expect(problems.includes("disabled")).toBe(given.enabled === false);
      }),
    );
  });
});

describe("an address", () => {
  it.each([
    "10.1.2.3",
    "127.0.0.1",
    "0.0.0.0",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.127.255.255",
    "239.0.0.1",
    "255.255.255.255",
    "0x7f.1",
    "2130706433",
    "[::]",
    "[::1]",
    "[fd00::1]",
    "[fe80::1]",
    "[ff02::1]",
    "[::ffff:10.0.0.1]",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "app.localhost",
    "nas",
    "nas.local",
    "hooks.corp",
    "metadata.google.internal",
  ])("of %s is private", (host) => {
    expect(addressProblemsOf(`https://${host}/x`, false)).toEqual(["private_address"]);
  });

  it.each([
    "hooks.maderas.mx",
    "hooks.maderas.mx.",
    "localhost.mx",
    "8.8.8.8",
    "172.15.0.1",
    "172.32.0.1",
    "100.63.0.1",
    "100.128.0.1",
    "192.169.0.1",
    "11.0.0.1",
    "[2001:db8::1]",
    "[::ffff:8.8.8.8]",
    "mylocal.mx",
    "xn--caf-dma.mx",
  ])("of %s is public", (host) => {
    expect(addressProblemsOf(`https://${host}/x`, false)).toEqual([]);
  });

  it.each(["http://127.0.0.1:3001/x", "http://localhost:3001", "https://[::1]/x"])(
    "on this machine (%s) is right for a service on this machine",
    (url) => {
      expect(addressProblemsOf(url, true)).toEqual([]);
      expect(addressProblemsOf(url, false)).toContain("private_address");
    },
  );

  it("on another machine stays private for a service on this one", () => {
    expect(addressProblemsOf("https://192.168.1.4/x", true)).toEqual(["private_address"]);
  });

  it.each([
    ["https://hooks.maderas.mx/svc?a=1", true],
    ["http://127.0.0.1:3001/x", true],
    ["http://localhost/x", true],
    ["http://hooks.maderas.mx", false],
    ["https://ana:secreta@hooks.maderas.mx", false],
    ["ftp://hooks.maderas.mx", false],
    ["javascript:alert(1)", false],
    ["hooks.maderas.mx", false],
    ["", false],
  ])("%j can be requested: %s", (url, can) => {
    expect(isTarget(url)).toBe(can);
  });
});
