/** The colleagues of the officer. */
export const COLLEAGUES = [
  { email: "mariana@sandbox.local", name: "Mariana Robles", role: "compliance" },
  { email: "luis@sandbox.local", name: "Luis Herrera", role: "compliance" },
] as const;

/** Texts of the team, in the language of the documents. All are invented. */
export const REASONS: readonly string[] = [
  "El poder notarial se recibió por separado y se cotejó contra la escritura (dato inventado).",
  "El cliente aclaró la diferencia con su constancia actualizada (dato inventado).",
  "La diferencia de domicilio se explica con el acta de asamblea del expediente (dato inventado).",
  "El hallazgo repite un dato anterior, ya comprobado con el original (dato inventado).",
];

export const NOTES: readonly string[] = [
  "{reader} ¿puedes revisar las facultades del apoderado? El folio mercantil no coincide (dato inventado).",
  "Hablé con el contacto del cliente; enviará el acta el lunes (dato inventado).",
  "{reader} dejé marcados los hallazgos que ya comprobé (dato inventado).",
  "La CURP del segundo socio se consultó dos veces sin resultado (dato inventado).",
];

/** The reason of a refused approval. */
export const RETURNED = "Falta comprobar las facultades contra la escritura original (dato inventado).";

/** To an address that cannot exist. */
export const LETTER = {
  to: "contacto@cliente.example",
  subject: "Documentos de su expediente (dato inventado)",
  text: "Para concluir la revisión de su expediente necesitamos los documentos indicados. Puede subirlos por el mismo medio (dato inventado).",
};
