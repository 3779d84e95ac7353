import { graphql } from '../generated/gql.ts';

/** The funds and the latest runs, with which a series can be compared. */
export const benchmarkChoicesQuery = graphql(`
  query BenchmarkChoices {
    dtfs(first: 100) {
      edges {
        node {
          id
          itpId
          symbol
          name
        }
      }
    }
    simulationResults(first: 20) {
      edges {
        node {
          id
          runId
          ...RunName
        }
      }
    }
  }
`);
