export { getCurpPdf as GET } from "#lib/server/handlers/curp-file.ts";
