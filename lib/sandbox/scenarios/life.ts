import type { Severity } from "#lib/core/contract/verifications/verification.ts";
import type { Random } from "#lib/sandbox/base/random.ts";
import type { DatedChange } from "#lib/sandbox/verification/change.ts";
import { inventCompany } from "./companies.ts";
import { companyFile, documentsStatusAt, processDocument } from "./documents.ts";
import { inventFindings, inventSubjects, STRAY_FINDING, type Subjects } from "./findings.ts";
import { lookUpPeople } from "./people.ts";
import type { Document, Ending, Plot, PlotStep } from "./plot.ts";

/** The time of the last step before each ending, as a share of the whole. */
const END_TIMES: Record<Ending, number> = {
  pending_upload: 0.015,
  partial_upload: 0.43,
  pending_external: 0.72,
  full_upload: 0.9,
  pending_validation: 0.92,
  error: 0.92,
  finished: 1,
  reopened: 1.16,
  finished_again: 1.4,
  finished_unchanged: 1.4,
};

/** Writes the steps of a verification, deterministic from `random` and in order of time; the first one creates it. */
export function writeLife(random: Random, tag: string, plot: Plot): PlotStep[] {
  const company = inventCompany(random);
  const people = lookUpPeople(random, plot);
  const of = inventSubjects(random, company, people.someone);
  const firstItem = random.int(20_000, 900_000);
  const created: PlotStep = {
    at: 0,
    change: { kind: "created", tag, channel: random.chance(0.7) ? "api" : "widget", company },
  };
  const steps = [
    ...documentsStatus(plot),
    ...documents(random, plot, firstItem),
    ...people.steps(firstItem),
    ...labelSteps(random, plot),
    ...findingsRuns(random, plot, of),
    ...endingSteps(random, plot, of, firstItem + plot.items),
  ].filter((step) => step.at <= END_TIMES[plot.ending]);
  return [created, ...steps.sort((a, b) => a.at - b.at)];
}

/** Turns shares into times: `start` and `duration` in milliseconds. */
export function timeLife(life: PlotStep[], start: number, duration: number): DatedChange[] {
  return life.map((step) => ({ at: Math.round(start + step.at * duration), change: step.change }));
}

function documentsStatus(plot: Plot): PlotStep[] {
  const to = documentsStatusAt;
  return [
    ...(plot.startsPartial ? [] : [to(0.006, "pending_upload")]),
    to(0.05, "partial_upload"),
    ...(plot.external ? [to(0.7, "pending_external")] : []),
    to(0.74, "full_upload"),
    ...(plot.backward ? [to(0.76, "partial_upload"), to(0.83, "full_upload")] : []),
  ];
}

/** Two bursts of uploads with a quiet file after each, so that one findings run follows a burst. */
function documents(random: Random, plot: Plot, firstItem: number): PlotStep[] {
  const file = companyFile(plot.items);
  if (plot.document) file[Math.min(4, file.length - 1)] = plot.document;
  const inFirst = Math.ceil(file.length * 0.6);
  const bursts = file.flatMap((document, index) => {
    const [from, to, place, of] =
      index < inFirst ? [0.03, 0.3, index, inFirst] : [0.46, 0.61, index - inFirst, file.length - inFirst];
    const start = from + ((to - from) * (place + random.float() * 0.8)) / of;
    return processDocument(random, document, firstItem + index, start, random.between(0.045, 0.07));
  });
  if (!plot.backward) return bursts;
  const extra: Document = { type: "doc_validation", outcome: "completed" };
  return [...bursts, ...processDocument(random, extra, firstItem + plot.items + 1, 0.77, 0.055)];
}

function findingsRuns(random: Random, plot: Plot, of: Subjects): PlotStep[] {
  if (plot.oldFindings) {
    const findings = inventFindings(random, of, plot.findings.provisional);
    return [{ at: 0.8, change: { kind: "old_findings", findings } }];
  }
  const stray = plot.strayFinding ? [STRAY_FINDING] : [];
  const run = (at: number, severities: readonly Severity[]): PlotStep => ({
    at: at + random.between(0, 0.01),
    change: {
      kind: "findings",
      run_id: random.uuid(),
      findings: [...stray, ...inventFindings(random, of, severities)],
    },
  });
  return [
    run(0.4, ["high", ...plot.findings.provisional]),
    run(plot.backward ? 0.85 : 0.725, plot.findings.provisional),
    ...(plot.onDemand ? [run(0.86, plot.findings.provisional)] : []),
  ];
}

function endingSteps(random: Random, plot: Plot, of: Subjects, nextItem: number): PlotStep[] {
  const finish = (at: number): PlotStep => ({
    at,
    change: {
      kind: "finished",
      run_id: random.uuid(),
      findings: inventFindings(random, of, plot.findings.final),
    },
  });
  const extracted = (at: number): PlotStep => ({ at, change: { kind: "extraction_completed" } });
  if (plot.ending === "error" || plot.ending === "pending_validation") {
    return [extracted(0.88), { at: 0.91, change: { kind: "status", to: plot.ending } }];
  }
  const once: PlotStep[] = [extracted(0.88), finish(0.95), { at: 1.05, change: { kind: "reopened" } }];
  if (plot.ending === "finished_unchanged") return [...once, { at: 1.2, change: { kind: "finished_unchanged" } }];
  const added: Document = { type: "aa_mx", outcome: "completed" };
  return [
    ...once,
    documentsStatusAt(1.06, "partial_upload"),
    ...processDocument(random, added, nextItem, 1.1, 0.06),
    documentsStatusAt(1.2, "full_upload"),
    extracted(1.25),
    finish(1.32),
  ];
}

type Label = { label: string; display_name: string; category: string | null; comments: readonly [string, string] };

/** Labels of the account's catalogue that are assigned by hand. */
const MANUAL_LABELS: readonly [Label, ...Label[]] = [
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
const SERVICE_LABELS = {
  usual: { label: "shareholders_extracted", display_name: "Accionistas extraídos", category: "Proceso" },
  rare: { label: "pep_match", display_name: "Posible PEP", category: "Riesgo" },
};

/** Every manually assignable label. */
export const LABELS = [...MANUAL_LABELS.map(({ comments: _, ...label }) => label), ...Object.values(SERVICE_LABELS)];

/** A manual label with an updated comment and a removal, and a label assigned by the service. */
function labelSteps(random: Random, plot: Plot): PlotStep[] {
  const { comments, ...byHand } = random.pick(MANUAL_LABELS);
  const byService = random.chance(0.15) ? SERVICE_LABELS.rare : SERVICE_LABELS.usual;
  return [
    { at: 0.12, change: { kind: "label_added", ...byHand, comment: comments[0] } },
    { at: 0.5, change: { kind: "label_comment", label: byHand.label, comment: comments[1] } },
    { at: 0.8, change: { kind: "label_added", ...byService, comment: null } },
    { at: 0.84, change: { kind: "label_removed", label: byHand.label } },
    ...(plot.labelRemovedByService
      ? [{ at: 0.86, change: { kind: "label_removed" as const, label: byService.label } }]
      : []),
  ];
}
