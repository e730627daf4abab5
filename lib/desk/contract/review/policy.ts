import { dayAfter, type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import type { ReviewPolicy } from "./facts.ts";

/** Calendars of holidays that a policy can begin with: the federal labour law's, or the banking commission's, which is longer. */
export const HOLIDAY_PRESETS = ["lft", "cnbv"] as const;
export type HolidayPreset = (typeof HOLIDAY_PRESETS)[number];

type Purpose = "accepted" | "rejected" | "closed" | "both";

const DEFAULT_REASONS: Record<string, readonly [purpose: Purpose, en: string, es: string]> = {
  documents_incomplete: ["both", "The documents are incomplete", "Documentación incompleta"],
  documents_not_valid: ["rejected", "A document is not valid or has expired", "Documento no válido o vencido"],
  documents_altered: ["rejected", "A document seems altered or forged", "Documento con indicios de alteración"],
  identity_mismatch: ["rejected", "The identity of a person does not match", "La identidad de una persona no coincide"],
  tax_data_mismatch: ["rejected", "The tax data do not match", "Los datos fiscales no coinciden"],
  powers_insufficient: [
    "rejected",
    "The representative's powers are not sufficient",
    "Facultades insuficientes del representante",
  ],
  ownership_unclear: ["rejected", "The ownership is not evidenced", "Estructura accionaria sin acreditar"],
  no_answer: ["both", "The customer did not answer", "Sin respuesta del cliente"],
  customer_withdrew: ["closed", "The customer withdrew the application", "El cliente desistió del trámite"],
  opened_by_mistake: [
    "closed",
    "The file is a duplicate or was opened by mistake",
    "Expediente duplicado o abierto por error",
  ],
  original_seen: ["accepted", "The original was seen", "Se tuvo a la vista el original"],
  explained_in_writing: ["accepted", "The customer explained it in writing", "El cliente lo aclaró por escrito"],
  checked_otherwise: ["accepted", "It was checked by other means", "Se verificó por otro medio"],
};

/** Reasons to begin with: ten for rejecting and closing, three for accepting in spite of exceptions. */
export const DEFAULT_CATALOGUE: ReviewPolicy["catalogue"] = Object.entries(DEFAULT_REASONS).map(
  ([code, [purpose, en, es]]) => ({
    code,
    for: purpose === "both" ? ["rejected", "closed"] : [purpose],
    en,
    es,
  }),
);

/** The default letters, which an admin adapts. */
export const DEFAULT_TEMPLATES: ReviewPolicy["templates"] = {
  en: [
    "Hello,",
    "To go on with the review of {title}, we need the following:",
    "{points}",
    "Please answer this message with the documents. If anything is unclear, write to us.",
    "Thank you.",
  ].join("\n\n"),
  es: [
    "Buen día:",
    "Para continuar con la revisión de {title} necesitamos lo siguiente:",
    "{points}",
    "Agradeceremos recibir los documentos en respuesta a este mensaje. Con gusto aclaramos cualquier duda.",
    "Saludos cordiales.",
  ].join("\n\n"),
};

/** How many years of holidays a new policy has. */
const HOLIDAY_YEARS = 10;

/** The policy that a new installation begins with, from `review_from` on; its holidays are ten years of the LFT's. */
export function initialPolicy(review_from: Instant): ReviewPolicy {
  const first = Number(review_from.slice(0, 4));
  return {
    version: 1,
    review_from,
    due_hours: 16,
    stalled_days: 5,
    approval: "never",
    bulk_acceptance: false,
    working: {
      days: [1, 2, 3, 4, 5],
      from: "09:00",
      to: "18:00",
      time_zone: "America/Mexico_City",
      holidays: Array.from({ length: HOLIDAY_YEARS }, (_, year) => holidaysOf("lft", first + year)).flat(),
    },
    catalogue: DEFAULT_CATALOGUE,
    templates: DEFAULT_TEMPLATES,
    letters: [],
    letter: { language: "es", addressee: "", signature: "" },
    watched_labels: [],
    periodic: [],
    documents: [],
    yearly_check: null,
    kept_years: 10,
    keep_pdfs: false,
  };
}

/** A stored version: missing fields have their defaults. */
export type StoredPolicy = { version: number; policy: Partial<Omit<ReviewPolicy, "version">> };

export function wholePolicy(row: StoredPolicy | undefined): ReviewPolicy {
  // The first version is part of the schema, with its start; missing fields have their defaults.
  const review_from = row?.policy.review_from ?? instantFromMs(Date.now());
  return { ...initialPolicy(review_from), ...row?.policy, version: row?.version ?? 0 };
}

/**
 * The holidays of a year, `YYYY-MM-DD`, ascending: article 74 of the Ley Federal del Trabajo, or the days on which the CNBV
 * lets institutions close. Election days are not among them: no rule foretells the local ones.
 */
export function holidaysOf(preset: HolidayPreset, year: number): string[] {
  const easter = easterOf(year);
  const both = [
    date(year, 1, 1),
    nthMonday(year, 2, 1),
    nthMonday(year, 3, 3),
    date(year, 5, 1),
    date(year, 9, 16),
    nthMonday(year, 11, 3),
    date(year, 12, 25),
  ];
  const own = {
    // The federal executive changes every six years, since 2024 on 1 October.
    lft: year >= 2024 && (year - 2024) % 6 === 0 ? [date(year, 10, 1)] : [],
    cnbv: [dayAfter(easter, -3), dayAfter(easter, -2), date(year, 11, 2), date(year, 12, 12)],
  };
  return [...both, ...own[preset]].toSorted();
}

const date = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

function nthMonday(year: number, month: number, n: number): string {
  const weekday = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  return date(year, month, 1 + ((8 - weekday) % 7) + (n - 1) * 7);
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher's algorithm, with its variable names). */
function easterOf(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  return date(year, month, (h + l - 7 * m + 33 * month + 19) % 32);
}
