import type { Locale } from "#lib/contract/preferences.ts";
import type { ChannelEvent } from "./channel-events.ts";

type Names = Record<ChannelEvent, Record<Locale, string>>;

/**
 * The names of the kinds of messages on every page, in mails and in chats. They are no messages of next-intl, since the
 * worker, which writes mails, runs without a bundler and cannot load these.
 */
const NAMES = {
  no_events: { en: "No events received", "es-MX": "Sin eventos recibidos" },
  deliveries_refused: { en: "Deliveries refused", "es-MX": "Entregas rechazadas" },
  webhook_problem: { en: "Webhook problem", "es-MX": "Problema con el webhook" },
  key_refused: { en: "API key refused", "es-MX": "Clave de API rechazada" },
  service_failing: { en: "Service failing", "es-MX": "Fallas del servicio" },
  clock_wrong: { en: "Clock wrong", "es-MX": "Reloj incorrecto" },
  worker_behind: { en: "Worker behind", "es-MX": "Procesamiento atrasado" },
  rows_set_aside: { en: "Deliveries not processed", "es-MX": "Entregas sin procesar" },
  disk_low: { en: "Disk almost full", "es-MX": "Disco casi lleno" },
  backup_old: { en: "Backup failed or overdue", "es-MX": "Respaldo fallido o atrasado" },
  decision_events_failing: { en: "Decision events failing", "es-MX": "Eventos de dictamen con error" },
  timestamp_missing: { en: "Time stamp missing", "es-MX": "Falta un sello de tiempo" },
  new_admin: { en: "New administrator", "es-MX": "Nuevo administrador" },
  break_glass_used: { en: "Emergency password used", "es-MX": "Contraseña de emergencia usada" },
  passkey_copied: { en: "Passkey copied", "es-MX": "Llave de acceso copiada" },
  reviews_unassigned: { en: "Reviews without an assignee", "es-MX": "Revisiones sin responsable" },
  secret_revealed: { en: "Secret shown again", "es-MX": "Secreto mostrado de nuevo" },
  large_export: { en: "Large export", "es-MX": "Exportación grande" },
  many_people_opened: { en: "Many people opened", "es-MX": "Muchas personas consultadas" },
  many_files_opened: { en: "Many files opened", "es-MX": "Muchos expedientes consultados" },
  "review.decided": { en: "Decided", "es-MX": "Dictaminado" },
  "review.approved": { en: "Approved", "es-MX": "Autorizado" },
  "review.undone": { en: "Undone", "es-MX": "Deshecho" },
  "review.overtaken": { en: "Overtaken by new facts", "es-MX": "Superado por datos nuevos" },
  "review.reopened": { en: "Reopened", "es-MX": "Reabierto" },
  evidence_head: { en: "Daily head of the evidence log", "es-MX": "Cabecera diaria del registro de evidencia" },
} as const satisfies Names;

const isNamed = (kind: string): kind is keyof Names => Object.hasOwn(NAMES, kind);

/** The name of a kind of message; a kind of another version unchanged. */
export const messageName = (kind: string, locale: Locale): string => (isNamed(kind) ? NAMES[kind][locale] : kind);
