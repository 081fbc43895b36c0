/** Letters of the code pages of DOS that no decoder of the WHATWG knows, by their bytes from 0x80 on. */
const LETTERS = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
} as const;
/** A code page whose letters are known here. */
export type CodePage = keyof typeof LETTERS;

/** Whether it is one of those. */
export const isCodePage = (encoding: string): encoding is CodePage => Object.hasOwn(LETTERS, encoding);

/** What is used of a decoder. */
export type Decoder = Pick<TextDecoder, 'decode' | 'fatal'>;

/** A decoder for texts of which each byte is a letter. */
export function codePageDecoder(page: CodePage): Decoder {
  const letters = LETTERS[page];
  const codes = Uint16Array.from({ length: 256 }, (_, byte) => (byte < 128 ? byte : letters.charCodeAt(byte - 128)));
  const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });
  const decode = (bytes?: AllowSharedBufferSource | null): string =>
    bytes instanceof Uint8Array ? utf16.decode(Uint16Array.from(bytes, (byte) => codes[byte] ?? 0)) : '';
  return { fatal: false, decode };
}
