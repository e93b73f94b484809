/** The tags of operations that no SDK has: those for operators and protocols, and those for browsers. */
const otherTags = ['service', 'web pages'];

/** Whether the SDKs have an operation of the contract. */
export function isForSdks({ tags }) {
  return !tags.some((tag) => otherTags.includes(tag));
}
