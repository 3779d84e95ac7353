export { createPersistedDocuments, type PersistedDocuments } from './persisted-documents.ts';
export { readDocuments, readTrustedDocuments } from './read-documents.ts';
