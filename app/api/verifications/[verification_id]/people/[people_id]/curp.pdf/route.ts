export { getCurpPdf as GET } from "#lib/edge/server/handlers/curp-file.ts";
