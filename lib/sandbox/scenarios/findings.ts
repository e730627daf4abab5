import type { Severity } from "#lib/core/contract/verifications/verification.ts";
import type { Random } from "#lib/sandbox/base/random.ts";
import type { FindingsState, VerificationState } from "#lib/sandbox/verification/state.ts";

export type Subjects = {
  company: VerificationState["company"];
  /** A shareholder's or representative's full name. */
  person: string;
  notary: string;
  deed: string;
};

type Template = { message: (of: Subjects) => string; missing_field?: string };

const NOTARY_PLACES = [
  "de la Ciudad de México",
  "de Monterrey, Nuevo León",
  "de Guadalajara, Jalisco",
  "de Puebla de Zaragoza",
  "de León, Guanajuato",
  "de Tijuana, Baja California",
] as const;

export const inventSubjects = (random: Random, company: Subjects["company"], person: string): Subjects => ({
  company,
  person,
  notary: `la Notaría Pública número ${random.int(3, 240)} ${random.pick(NOTARY_PLACES)}`,
  deed: random.int(1_200, 98_000).toLocaleString("es-MX"),
});

const CATALOGUE: Record<Severity, readonly [Template, ...Template[]]> = {
  high: [
    {
      message: ({ company }) => `No se encontró el acta constitutiva de ${company.legal_name} en el expediente.`,
      missing_field: "Acta constitutiva",
    },
    {
      message: ({ company }) =>
        `El RFC de la constancia de situación fiscal no coincide con el RFC declarado (${company.rfc}).`,
    },
    {
      message: ({ person }) =>
        `El poder otorgado a ${person} no incluye facultades para actos de administración ni para suscribir títulos de crédito.`,
    },
    {
      message: () =>
        "La suma de las participaciones de los accionistas identificados es de 87.5 %; falta 12.5 % por identificar.",
      missing_field: "Estructura accionaria completa",
    },
    {
      message: ({ person }) => `La credencial para votar de ${person} está vencida.`,
      missing_field: "Identificación oficial vigente del representante legal",
    },
    {
      message: ({ deed, notary }) =>
        `La escritura pública ${deed}, otorgada ante ${notary}, no contiene los datos de inscripción en el Registro Público de Comercio.`,
      missing_field: "Boleta de inscripción en el Registro Público de Comercio",
    },
  ],
  medium: [
    {
      message: () => "La constancia de situación fiscal tiene más de tres meses de antigüedad.",
      missing_field: "Constancia de situación fiscal reciente",
    },
    {
      message: ({ company }) =>
        `El domicilio del comprobante no coincide con el domicilio fiscal registrado de ${company.legal_name}.`,
    },
    {
      message: ({ person }) =>
        `El segundo apellido de ${person} aparece con distinta ortografía en el acta constitutiva y en su identificación.`,
    },
    {
      message: () => "No se localizó el acta de la asamblea que aprueba el último aumento de capital social.",
      missing_field: "Acta de asamblea de aumento de capital",
    },
    {
      message: ({ person }) => `No se presentó la CURP de ${person}, accionista con más del 25 % del capital.`,
      missing_field: "CURP del beneficiario controlador",
    },
    {
      message: ({ deed }) => `La copia de la escritura ${deed} está incompleta: faltan las páginas 12 a 15.`,
      missing_field: "Testimonio completo de la escritura",
    },
  ],
  low: [
    { message: () => "El comprobante de domicilio tiene baja resolución; algunos datos se leyeron parcialmente." },
    {
      message: ({ company }) =>
        `El objeto social de ${company.legal_name} es amplio y no menciona expresamente la actividad económica declarada.`,
    },
    {
      message: () => "La opinión de cumplimiento de obligaciones fiscales (32-D) no fue incluida.",
      missing_field: "Opinión de cumplimiento 32-D",
    },
    { message: ({ notary }) => `El sello de ${notary} es parcialmente ilegible en la última hoja.` },
    {
      message: ({ person }) =>
        `${person} firma con antefirma distinta en la carta poder y en la identificación oficial.`,
    },
  ],
};

/** One finding for each severity, in this order; a repeated severity gets different findings. */
export function inventFindings(random: Random, of: Subjects, severities: readonly Severity[]): FindingsState["items"] {
  const offset = random.int(0, 5);
  return severities.map((severity, index) => {
    const templates = CATALOGUE[severity];
    const template = templates[(offset + index) % templates.length] ?? templates[0];
    return {
      severity,
      message: template.message(of),
      ...(template.missing_field === undefined ? {} : { missing_field: template.missing_field }),
    };
  });
}

/** A finding that the service discards before storing a run (interface, Finding). */
export const STRAY_FINDING = { severity: "critical", message: "Esta severidad no existe: el hallazgo se descarta." };
