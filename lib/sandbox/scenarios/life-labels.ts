import type { Random } from "#lib/sandbox/random.ts";
import type { Placed } from "./life.ts";

type Label = { label: string; display_name: string; category: string | null; comments: readonly [string, string] };

/** The account's catalogue, as far as the stories use it. */
const BY_HAND: readonly [Label, ...Label[]] = [
  {
    label: "manual_review",
    display_name: "Revisión manual",
    category: "Revisión",
    comments: ["Validar facultades del apoderado.", "Facultades validadas contra la escritura; falta la inscripción."],
  },
  {
    label: "waiting_for_customer",
    display_name: "En espera del cliente",
    category: "Seguimiento",
    comments: ["Se solicitó acta de asamblea por correo.", "El cliente enviará el acta el lunes."],
  },
  {
    label: "priority",
    display_name: "Prioritario",
    category: null,
    comments: ["Crédito por desembolsar esta semana.", "Desembolso reprogramado; mantener prioridad."],
  },
];
const BY_SERVICE = {
  usual: { label: "shareholders_extracted", display_name: "Accionistas extraídos", category: "Proceso" },
  rare: { label: "pep_match", display_name: "Posible PEP", category: "Riesgo" },
};

/** Every label that can be assigned by hand. */
export const LABELS = [...BY_HAND.map(({ comments: _, ...label }) => label), ...Object.values(BY_SERVICE)];

/** A label by hand whose comment is updated and which is taken off again, and one that the service assigns and leaves. */
export function labelSteps(random: Random): Placed[] {
  const { comments, ...byHand } = random.pick(BY_HAND);
  const byService = random.chance(0.15) ? BY_SERVICE.rare : BY_SERVICE.usual;
  return [
    { at: 0.12, change: { kind: "label_added", ...byHand, comment: comments[0] } },
    { at: 0.5, change: { kind: "label_comment", label: byHand.label, comment: comments[1] } },
    { at: 0.8, change: { kind: "label_added", ...byService, comment: null } },
    { at: 0.84, change: { kind: "label_removed", label: byHand.label } },
  ];
}
