const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** Returns whether a text is a token, as header names must be (RFC 9110 §5.6.2). */
export const isHttpToken = (text: string): boolean => token.test(text);
