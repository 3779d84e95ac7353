export {
  createListPaginator,
  type ListPaginator,
  mapNodes,
  maxPageSize,
  resolverSuppliedRule,
  standardPageSize,
} from './list.ts';
