/** Words for 'none' in registries and forms, without accents and punctuation. */
const PLACEHOLDERS = new Set(
  (
    "DESCONOCIDA, DESCONOCIDO, N A, N D, NINGUNA, NINGUNO, NO APLICA, NO DISPONIBLE, NO ESPECIFICADA, NO " +
    "ESPECIFICADO, NO IDENTIFICADA, NO IDENTIFICADO, NO PROPORCIONADA, NO PROPORCIONADO, NO REGISTRADA, NO " +
    "REGISTRADO, NO TIENE, NOT APPLICABLE, NOT AVAILABLE, S D, S N, SIN APELLIDO, SIN DATO, SIN DATOS, SIN " +
    "ESPECIFICAR, SIN INFORMACION, SIN NOMBRE, SIN REGISTRO, SIN SEGUNDO APELLIDO"
  ).split(", "),
);

/**
 * Whether a text stands for nothing: 'NO APLICA', 'N/A', 'XXXX', '---'. `NA` and `Null` are names of people, and a single X
 * is a sex.
 */
export function isPlaceholder(text: string): boolean {
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return words === "" || text === "null" || PLACEHOLDERS.has(words) || /^X{2,}( X{2,})*$/.test(words);
}
