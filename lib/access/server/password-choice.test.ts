import { describe, expect, it } from "vitest";
import { assertGoodPassword } from "./password-choice.ts";

const ana = { email: "ana.lopez@maderas-del-sur.mx", name: "Ana López Hernández" };
const codeOf = (password: string) => {
  try {
    assertGoodPassword(password, ana);
    return "accepted";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("a new password", () => {
  it.each([
    "una frase bastante larga",
    "correct horse battery staple",
    "ñandú, güero y pingüino",
    "9f3c-71aa-k2Lq",
    "El gato de Ana come a las siete",
    "🦊🦉🐍🦎🐢🦂🦀🦞🦐🐙🐡🐠",
  ])("may be %s", (password) => expect(codeOf(password)).toBe("accepted"));

  it.each(["", "elevenchars", "🦊🦉🐍🦎🐢🦂🦀🦞🦐🐙🐡"])("may not be as short as %j", (password) =>
    expect(codeOf(password)).toBe("PASSWORD_TOO_SHORT"),
  );

  it("is measured in visible characters, however its accents are composed", () => {
    expect(codeOf("áéíóúüñáéíó".normalize("NFD"))).toBe("PASSWORD_TOO_SHORT");
    expect(codeOf("camión azul 7".normalize("NFD"))).toBe("accepted");
  });

  it.each([
    "leavemealone",
    "LeaveMeAlone",
    "1qaz2wsx3edc",
    "qwertyuiop12345",
    "!!Michael1985!!",
    "football2026!",
    "dragondragon",
    "aaaaaaaaaaaa",
    "abababababab",
    "123456789012",
    "abcdefghijklmn",
    "iloveyou 2026!",
    "Contraseña2026",
    "CotejoPassword1",
    "password1234",
  ])("may not be as common as %s", (password) => expect(codeOf(password)).toBe("PASSWORD_COMMON"));

  it.each([
    "ana.lopez@maderas-del-sur.mx",
    "LópezHernández1",
    "hernandez-2026-!",
    "maderas-del-sur-2026",
    "Cotejo2026Cotejo",
  ])("may not be made of names, as %s is", (password) => expect(codeOf(password)).toBe("PASSWORD_PERSONAL"));
});
