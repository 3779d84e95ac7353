/** A wallet of the sandbox that holds DTFs, has borrowed and plays; used in examples. */
export const exampleWallet = '0xBcd4042DE499D14e55001CcbB24a551F3b954096';
