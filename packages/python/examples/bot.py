"""Plays one tick of the batch with the shortest ticks: funds, joins, submits, waits, claims."""

import os

from dtf_graph import Client, KeyWallet, NodeWallet, format_wei, parse_wei

chain = os.environ.get("CHAIN_RPC", "http://127.0.0.1:8545")
key = os.environ.get("PRIVATE_KEY")
# Without a key: an address that the sandbox's chain signs for.
wallet = KeyWallet(chain, key) if key else NodeWallet(chain, os.environ["ADDRESS"])
client = Client(os.environ.get("ORIGIN", "http://127.0.0.1:4000"), wallet=wallet)

client.network.request_faucet({"address": wallet.address, "amount": "100"})

listed = [edge["node"] for edge in client.vision.list(first=100)["edges"]]
batches = [one for one in listed if not one["paused"] and one["marketCount"] > 0]
batch = min(batches, key=lambda one: one["tickDuration"])

joined = client.vision.join_and_submit(
    batch["batchId"],
    predictions=["UP"] * batch["marketCount"],
    deposit=parse_wei("50"),
    stake_per_tick=parse_wei("1"),
)
print(f"batch {batch['batchId']}: accepted by {joined.accepted_count} oracles")

claim = client.vision.claim(batch["batchId"])
print(f"claimed up to tick {claim.to_tick}, balance {format_wei(claim.balance)} USDC")
