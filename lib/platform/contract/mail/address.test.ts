import { describe, expect, it } from "vitest";
import { mailAddress, senderOf } from "./address.ts";

describe("an address of a mail", () => {
  it.each(["maria.lopez@empresa.com.mx", "o'brien+docs@correo.example", "A_1@xn--maana-pta.mx"])(
    "may be %s",
    (text) => {
      expect(mailAddress.safeParse(text).success).toBe(true);
    },
  );

  it.each([
    "",
    "maria",
    "maria@localhost",
    "María <maria@empresa.mx>",
    "maria@empresa.mx, other@empresa.mx",
    "maria@empresa.mx;other@empresa.mx",
    "maria@empresa.mx\r\nBcc: other@empresa.mx",
    "maria@empresa.mx\n",
    "<maria@empresa.mx>",
    "maria@empresa.mx (comment)",
    '"a b"@empresa.mx',
    `${"a".repeat(65)}@empresa.mx`,
    `a@${"b".repeat(250)}.mx`,
  ])("is not %j", (text) => {
    expect(mailAddress.safeParse(text).success).toBe(false);
  });
});

describe("a sender", () => {
  it("is an address, with or without a name", () => {
    expect(senderOf("cotejo@empresa.mx")).toEqual({ name: "", address: "cotejo@empresa.mx" });
    expect(senderOf("Cumplimiento de Empresa <cotejo@empresa.mx>")).toEqual({
      name: "Cumplimiento de Empresa",
      address: "cotejo@empresa.mx",
    });
  });

  it.each(["Cotejo", "Cotejo <cotejo>", "a@b.mx, c@d.mx", "Cotejo\r\nBcc: x <a@b.mx>", "Other <x@y.mx> <a@b.mx>"])(
    "is not %j",
    (text) => {
      expect(senderOf(text)).toBeNull();
    },
  );
});
