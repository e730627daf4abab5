import { afterEach, expect, it, vi } from "vitest";
import { curpPdf, isFileUrlValid, signedFileUrl } from "./curp-file.ts";

const KEY = Buffer.alloc(32, 7);
const NOW = Date.UTC(2026, 10, 20);

afterEach(() => {
  vi.useRealTimers();
});

const valid = (url: string, verificationId = "ver_a", peopleId = "7") =>
  isFileUrlValid(KEY, verificationId, peopleId, new URL(url).searchParams);

it("signs an address that opens one file, for a quarter of an hour", () => {
  vi.useFakeTimers({ now: NOW });
  const url = signedFileUrl("http://127.0.0.1:1", KEY, "ver_a", 7, 1);
  expect(valid(url)).toBe(true);
  expect(valid(url, "ver_b")).toBe(false);
  expect(valid(url, "ver_a", "8")).toBe(false);
  expect(isFileUrlValid(Buffer.alloc(32), "ver_a", "7", new URL(url).searchParams)).toBe(false);
  vi.setSystemTime(NOW + 14 * 60_000);
  expect(valid(url)).toBe(true);
  vi.setSystemTime(NOW + 15 * 60_000);
  expect(valid(url)).toBe(false);
});

it("expires sooner where time goes faster, but not before a second", () => {
  vi.useFakeTimers({ now: NOW });
  const expires = (scale: number) =>
    Number(new URL(signedFileUrl("http://127.0.0.1:1", KEY, "ver_a", 7, scale)).searchParams.get("Expires"));
  expect(expires(10) - NOW / 1000).toBe(90);
  expect(expires(100_000) - NOW / 1000).toBe(1);
});

it.each(["", "?Expires=9999999999", "?Expires=9999999999&Signature=zz", "?Signature=00"])("refuses %j", (query) => {
  expect(isFileUrlValid(KEY, "ver_a", "7", new URLSearchParams(query))).toBe(false);
});

it("writes a PDF whose cross-reference table points at its objects", () => {
  const applicant = {
    curp: "GANF860209MNLRXR35",
    names: "MARÍA (FERNANDA)",
    gender: "MUJER",
    birth_date: "1986-02-09",
    birth_entity: "NUEVO LEÓN",
    nationality: "MEXICO",
    first_surname: "NÚÑEZ\\",
    second_surname: "",
    evidentiary_document: "ACTA DE NACIMIENTO",
  };
  const file = curpPdf(applicant).toString("latin1");
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  expect(file.slice(start, start + 4)).toBe("xref");
  const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n /gm)].map((match) => Number(match[1]));
  expect(offsets).toHaveLength(5);
  offsets.forEach((offset, index) => {
    expect(file.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
  });
  const [, length, stream] = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(file) ?? [];
  expect(stream?.length).toBe(Number(length));
  expect(stream).toContain("MARÍA \\(FERNANDA\\) NÚÑEZ\\\\");
});
