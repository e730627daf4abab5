import { describe, expect, it } from "vitest";
import { mentionedIn, unknownIn } from "./mentions.ts";

const ana = { user_id: "ana", name: "Ana" };
const garcia = { user_id: "garcia", name: "Ana García" };
const jose = { user_id: "jose", name: "José  Ñáñez" };
const all = [ana, garcia, jose];

describe("mentionedIn", () => {
  it("takes the longest name after an @", () => {
    expect(mentionedIn("@Ana García, see page 2", all)).toEqual(["garcia"]);
    expect(mentionedIn("@Ana, see page 2", all)).toEqual(["ana"]);
    expect(mentionedIn("@Ana Garcíaz", all)).toEqual(["ana"]);
  });

  it("compares without case, accents and repeated spaces", () => {
    expect(mentionedIn("para @jose nanez.", all)).toEqual(["jose"]);
    expect(mentionedIn("para @JOSÉ\nÑÁÑEZ", all)).toEqual(["jose"]);
  });

  it("needs the whole name, and an @ at the beginning of a word", () => {
    expect(mentionedIn("@José", all)).toEqual([]);
    expect(mentionedIn("write to mail@ana", all)).toEqual([]);
    expect(mentionedIn("Ana García @ Ana", all)).toEqual([]);
    expect(mentionedIn("@Anabel", all)).toEqual([]);
  });

  it("mentions several accounts once, and all accounts of the same name", () => {
    expect(mentionedIn("(@ana) @Ana García @ana", all).toSorted()).toEqual(["ana", "garcia"]);
    expect(mentionedIn("@Ana", [ana, { user_id: "other", name: "ANA" }])).toEqual(["ana", "other"]);
  });

  it("mentions nobody by an empty name", () => {
    expect(mentionedIn("@ @", [{ user_id: "x", name: " " }])).toEqual([]);
  });
});

describe("unknownIn", () => {
  it("names each mention by which nobody is meant, once and as it was written", () => {
    expect(unknownIn("@José, @Anabel y @Ana García: ver p. 2. @José", all)).toEqual(["José", "Anabel"]);
    expect(unknownIn("@D'Artagnan-Núñez.", all)).toEqual(["D'Artagnan-Núñez"]);
  });

  it("takes neither an address nor an @ without a name for a mention", () => {
    expect(unknownIn("mail@cliente.mx, 3 @ 20, 3 @20, @@ (@ana)", all)).toEqual([]);
  });
});
