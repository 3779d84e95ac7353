export {
  createListPaginator,
  type ListPaginator,
  mapNodes,
  maxPageSize,
  standardPageSize,
  suppliedByResolver,
} from './list.ts';
