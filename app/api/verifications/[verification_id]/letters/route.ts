export { getLetters as GET, postLetters as POST } from "#lib/edge/server/handlers/letters.ts";
