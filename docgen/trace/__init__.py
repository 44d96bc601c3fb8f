"""What a run did: values recorded in a worker process."""
