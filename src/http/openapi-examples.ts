/** A wallet of the sandbox that holds funds, has borrowed and plays: what examples ask for. */
export const exampleWallet = '0xBcd4042DE499D14e55001CcbB24a551F3b954096';
