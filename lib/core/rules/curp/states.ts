/** In capitals and without accents; Ñ stays a letter of its own. */
export const plain = (text: string): string =>
  text
    .normalize("NFC")
    .toUpperCase()
    .split("Ñ")
    .map((part) => part.normalize("NFD").replace(/\p{Mn}/gu, ""))
    .join("Ñ");

/** States by their codes in a CURP, in the order of their numbers in registries (01 Aguascalientes … 32 Zacatecas). */
const STATES: Record<string, string> = {
  AS: "Aguascalientes",
  BC: "Baja California",
  BS: "Baja California Sur",
  CC: "Campeche",
  CL: "Coahuila",
  CM: "Colima",
  CS: "Chiapas",
  CH: "Chihuahua",
  DF: "Ciudad de México",
  DG: "Durango",
  GT: "Guanajuato",
  GR: "Guerrero",
  HG: "Hidalgo",
  JC: "Jalisco",
  MC: "Estado de México",
  MN: "Michoacán",
  MS: "Morelos",
  NT: "Nayarit",
  NL: "Nuevo León",
  OC: "Oaxaca",
  PL: "Puebla",
  QT: "Querétaro",
  QR: "Quintana Roo",
  SP: "San Luis Potosí",
  SL: "Sinaloa",
  SR: "Sonora",
  TC: "Tabasco",
  TS: "Tamaulipas",
  TL: "Tlaxcala",
  VZ: "Veracruz",
  YN: "Yucatán",
  ZS: "Zacatecas",
};

/** Born abroad. */
export const ABROAD = "NE";

export const STATE_CODES: readonly string[] = [...Object.keys(STATES), ABROAD];

/** Other names that registries use. */
const OTHER_STATE_NAMES: Record<string, string> = {
  "COAHUILA DE ZARAGOZA": "CL",
  "DISTRITO FEDERAL": "DF",
  CDMX: "DF",
  MEXICO: "MC",
  "MICHOACAN DE OCAMPO": "MN",
  "QUERETARO DE ARTEAGA": "QT",
  "VERACRUZ DE IGNACIO DE LA LLAVE": "VZ",
  "VERACRUZ LLAVE": "VZ",
  "NACIDO EN EL EXTRANJERO": ABROAD,
  "NACIDA EN EL EXTRANJERO": ABROAD,
  "NACIDO EXTRANJERO": ABROAD,
  EXTRANJERO: ABROAD,
};

const CODES = new Map([
  ...Object.entries(STATES).map(([code, name]) => [plain(name), code] as const),
  ...Object.entries(OTHER_STATE_NAMES),
]);

/** The Spanish name of a state; null for an unknown code, and for `NE`, which names no place. */
export const stateName = (code: string): string | null => (Object.hasOwn(STATES, code) ? (STATES[code] ?? null) : null);

/** The code of a state by name, code or number; null for any other text. */
export function stateCode(given: string): string | null {
  const text = plain(given).trim().replace(/\s+/g, " ");
  if (STATE_CODES.includes(text)) return text;
  if (/^\d{1,2}$/.test(text)) return Object.keys(STATES)[Number(text) - 1] ?? null;
  return CODES.get(text) ?? null;
}
