export { getCurpPdf as GET } from "#lib/server/curp-file/handlers.ts";
