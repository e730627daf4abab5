import { z } from "zod";
import { messageKind } from "#lib/contract/channels/message-kind.ts";

const WORDS = {
  en: {
    title: "Test message from Cotejo",
    lines: ["This channel works. Messages of the kinds that were chosen for it will arrive here."],
  },
  "es-MX": {
    title: "Mensaje de prueba de Cotejo",
    lines: ["Este canal funciona. Aquí llegarán los mensajes de los tipos elegidos."],
  },
};

/** The test button of a channel. */
export const test = messageKind({
  payload: z.strictObject({ channel_id: z.string() }),
  example: { channel_id: "ch_0123456789abcdef01234567" },
  message: (_payload, locale) => ({ ...WORDS[locale], path: "/settings/channels" }),
});
