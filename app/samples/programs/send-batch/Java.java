import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

public class Java {
    public static void main(String[] args) throws Exception {
        var url = "https://dakiya.example/api/v1/messages/batch";

        var request = HttpRequest.newBuilder(URI.create(url))
            .header("x-api-id", "dk_your_api_id")
            .header("x-api-key", "sk_your_api_key")
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString("""
                {
                  "messages": [
                    {
                      "recipient": "9876543210",
                      "message": "Order 1042 is on its way."
                    },
                    {
                      "recipient": "9876543211",
                      "message": "Order 1043 is on its way."
                    }
                  ]
                }"""))
            .build();

        var response = HttpClient.newHttpClient()
            .send(request, BodyHandlers.ofString());
        System.out.println(response.body());
        if (response.statusCode() >= 400) System.exit(1);
    }
}
