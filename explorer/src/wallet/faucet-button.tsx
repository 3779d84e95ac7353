import { useMutation } from 'urql';
import { graphql } from '../generated/gql.ts';
import { Button } from '../ui/button.tsx';

const faucetMutation = graphql(`
  mutation Faucet($input: RequestFaucetInput!) {
    requestFaucet(input: $input) {
      success
      usdc {
        amount
        hash
      }
      userErrors {
        message
      }
    }
  }
`);

/** A button that pays test USDC to a wallet. The payment also includes native coins for gas. */
export function FaucetButton(props: { readonly address: string; readonly onPaid?: () => void }) {
  const [{ data, fetching, error }, request] = useMutation(faucetMutation);
  const pay = async () => {
    const { data: answer } = await request({ input: { address: props.address, amount: '1000' } });
    if (answer?.requestFaucet.success) props.onPaid?.();
  };
  const refusal = error
    ? 'The faucet cannot be reached.'
    : data?.requestFaucet.userErrors[0]?.message;
  return (
    <div className="faucet">
      <Button size="small" disabled={fetching} onClick={pay}>
        Faucet
      </Button>
      <span role="status" className={`small ${refusal ? 'down' : 'muted'}`}>
        {fetching
          ? 'Paying…'
          : (refusal ??
            (data?.requestFaucet.usdc
              ? `${data.requestFaucet.usdc.amount} paid`
              : '1,000 test USDC'))}
      </span>
    </div>
  );
}
