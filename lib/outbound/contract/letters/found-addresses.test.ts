import { describe, expect, it } from "vitest";
import { foundAddresses } from "./found-addresses.ts";

describe("the addresses in an answer", () => {
  it("are found once each, at any depth, those of fields named like mail first", () => {
    const answer = {
      notes: ["ops@example.mx", "call ops@example.mx"],
      company: { contacts: [{ correo: " maria@cliente.mx " }, { correo: "maria@cliente.mx" }] },
      contact_email: "juan@cliente.mx",
      rfc: "MAD010101AAA",
    };
    expect(foundAddresses(answer)).toEqual(["juan@cliente.mx", "maria@cliente.mx", "ops@example.mx"]);
  });

  it("are at most five, and may be none", () => {
    for (const answer of [null, {}, [], "maria", 7, { a: { b: [null, false] } }])
      expect(foundAddresses(answer)).toEqual([]);
    const many = Array.from({ length: 9 }, (_, index) => `a${index}@cliente.mx`);
    expect(foundAddresses(many)).toEqual(many.slice(0, 5));
  });

  it("are searched in a limited number of values", () => {
    const wide = { list: Array.from({ length: 20_000 }, () => "no"), last: "maria@cliente.mx" };
    expect(foundAddresses(wide)).toEqual(["maria@cliente.mx"]);
    let deep: unknown = "maria@cliente.mx";
    for (let depth = 0; depth < 6_000; depth += 1) deep = [deep];
    expect(foundAddresses(deep)).toEqual([]);
  });
});
